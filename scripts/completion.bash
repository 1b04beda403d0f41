# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of lawtester's command line for bash: 'lawtester complete' says what the last word may
# become. Words without a description are files.

# The words of the line up to the cursor as the shell will see them: bash has split them at '=' and
# ':', too.
_lawtester_words() {
    local rest=${COMP_LINE:0:COMP_POINT} word
    words=()
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        if [[ -z $rest || $rest == [[:space:]]* || ${#words[@]} -eq 0 ]]; then
            rest=${rest#"${rest%%[![:space:]]*}"}
            words+=('')
        fi
        [[ $rest == "$word"* ]] || word=$rest # the cursor is in it
        rest=${rest#"$word"}
        word=${word//\\/}
        words[-1]+=${word//[\"\']/}
    done
}

_lawtester() {
    local words word tab=$'\t' breaks=${COMP_WORDBREAKS//[^=:]/}
    _lawtester_words
    local kept=${words[-1]} quote= # up to its last break, bash keeps the word
    [[ ${COMP_WORDS[COMP_CWORD]} != [\"\']* ]] || quote=${COMP_WORDS[COMP_CWORD]:0:1} breaks=
    [[ $breaks && $kept == *["$breaks"]* ]] && kept=${kept%"${kept##*["$breaks"]}"} || kept=
    COMPREPLY=()
    while IFS= read -r word; do
        word=${word#"$kept"}
        if [[ $word == *"$tab"* ]]; then
            word=${word%%"$tab"*}
            [[ $quote ]] || printf -v word %q "$word" # within quotes it stands as it is
        else
            compopt -o filenames # bash quotes them itself
        fi
        [[ $word == *[=./] ]] && compopt -o nospace
        COMPREPLY+=("$word")
    done < <("${words[0]/#\~\//$HOME/}" complete -- "${words[@]:1}" 2>/dev/null)
}

complete -o bashdefault -o default -F _lawtester lawtester

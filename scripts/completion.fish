# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of lawtester's command line for fish: 'lawtester complete' says what the last word may
# become, with a description behind a tab.
function __lawtester_complete
    set -l words (commandline -opc)
    $words[1] complete -- $words[2..] (commandline -ct) 2>/dev/null
end

complete -c lawtester -f -a '(__lawtester_complete)'

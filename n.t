/dev/fd/3: line 97: read: `../out/impact.csv': not a valid identifier

# Completes lede's command lines in bash. “lede complete” prints the candidates.

_lede() {
    local cur=${COMP_WORDS[COMP_CWORD]} cword=$COMP_CWORD
    local -a words=("${COMP_WORDS[@]}")
    # Without this, bash would split URLs at colons.
    if declare -F _get_comp_words_by_ref >/dev/null; then _get_comp_words_by_ref -n =: cur words cword; fi
    local candidate rest
    COMPREPLY=()
    while IFS=$'\t' read -r candidate rest; do
        case $candidate in
            :files | :folders)
                local kind=-f
                [[ $candidate = :folders ]] && kind=-d
                compopt -o filenames
                while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen "$kind" -- "$cur")
                ;;
            *)
                # URLs and tags may contain any character, so quote them for the shell.
                case $cur in
                    \'*) [[ $candidate = *\'* ]] && continue ;;
                    \"*) [[ $candidate = *[\"\\\$\`!]* ]] && continue ;;
                    *) printf -v candidate %q "$candidate" ;;
                esac
                [[ $candidate = "${cur#[\'\"]}"* ]] && COMPREPLY+=("$candidate")
                ;;
        esac
    done < <("$1" complete -- "${words[@]:1:cword}" 2>/dev/null)
    # bash completes only what follows the last of these characters.
    local begun=${cur%"${cur##*[=:]}"}
    [[ $cur = [\'\"]* ]] || COMPREPLY=("${COMPREPLY[@]#"$begun"}")
}

complete -F _lede lede

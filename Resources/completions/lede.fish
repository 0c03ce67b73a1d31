# Completes lede's command lines in fish. “lede complete” prints the candidates.

function __lede_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l typed (commandline --current-token --cut-at-cursor)
    for line in (command $words[1] complete -- $words[2..] "$typed" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$typed"
            case :folders
                __fish_complete_directories "$typed"
            case '*'
                # Not by “echo”, to which “-n” would be an option.
                printf '%s\n' $line
        end
    end
end

complete --command lede --no-files --arguments '(__lede_complete)'

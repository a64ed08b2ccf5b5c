
# A colon ends a word of bash, but not one of lurd: 'levels.xsb:3' is completed as a whole.
_lurd() {
    local line=${COMP_LINE:0:COMP_POINT}
    local word=${line##*[[:space:]]} prefix= IFS=$' \t\n'
    if [[ $word == *:* && $COMP_WORDBREAKS == *:* ]]; then
        prefix=${word%"${word##*:}"}
        local -a COMP_WORDS
        read -ra COMP_WORDS <<< "$line"
        local COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    else
        word=$2
    fi
    _clap_complete_lurd "$1" "$word" "$3"
    COMPREPLY=("${COMPREPLY[@]#"$prefix"}")
}

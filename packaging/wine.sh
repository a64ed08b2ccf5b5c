#!/usr/bin/env bash
# Runs a program for Windows: packaging/wine.sh PROGRAM ARGUMENT .., or `true` to ask whether that is possible. Cargo can
# use it: CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=packaging/wine.sh
#
# Wine 8 lacks `bcryptprimitives.dll`, from which Rust's standard library takes random numbers, so one is made that has the
# only function in use; it is beside wine's own libraries, not in the packages.
source "$(dirname "$0")/common.sh" >/dev/null
here=${LURD_WORKING_FOLDER:-$OLDPWD}
export WINEPREFIX=$tools/wine WINEDEBUG=${WINEDEBUG:--all}
# It neither asks for .NET nor for a browser, and shows no window.
export WINEDLLOVERRIDES='mscoree=;mshtml=;winemenubuilder.exe=' DISPLAY=
unset DISPLAY
needs wine64 wine64 || exit 1
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
system=$WINEPREFIX/drive_c/windows/system32
if [[ ! -e $system/bcryptprimitives.dll || ! -e $WINEPREFIX/ready ]]; then
    needs x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64 || exit 1
    "$wine" cmd /c exit >/dev/null 2>&1 </dev/null || true
    # Without mingw's start-up code, whose clean-up at the end of a thread has crashed under wine.
    cat >"$tools/random.c" <<'END'
__declspec(dllimport) unsigned char __stdcall SystemFunction036(void *bytes, unsigned long count);
__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *bytes, unsigned long long count) {
    return SystemFunction036(bytes, (unsigned long)count);
}
int __stdcall DllMainCRTStartup(void *module, unsigned long reason, void *reserved) {
    (void)module, (void)reason, (void)reserved;
    return 1;
}
END
    x86_64-w64-mingw32-gcc -shared -O1 -nostdlib -Wl,--kill-at -o "$system/bcryptprimitives.dll" "$tools/random.c" -ladvapi32
    touch "$WINEPREFIX/ready"
fi
[[ ${1-} != true ]] || exit 0
cd "$here"
exec "$wine" "$@"

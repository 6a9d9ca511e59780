@echo off
rem Start Slam-O-Matic with the Python of this folder. Words that follow are its verbs: Slam-O-Matic.cmd doctor
setlocal
set "here=%~dp0"
set "SLAMOMATIC_CALLED=Slam-O-Matic.cmd"
if not exist "%here%python\pythonw.exe" goto missing
if not exist "%here%packages\slamomatic\double_click.py" goto missing
if not "%~1"=="" goto words
start "" "%here%python\pythonw.exe" -m slamomatic.double_click
exit /b 0

:words
"%here%python\python.exe" -m slamomatic.double_click %*
exit /b %errorlevel%

:missing
echo Slam-O-Matic can't find its other files. Unpack the whole zip first: click it with the right mouse button,
echo choose "Extract All", and start Slam-O-Matic in the new folder.
pause
exit /b 1

# After a file got another name, what is made for it is compared with what was made for it then.
git init -q . 2> /dev/null
git config user.name n
git config user.email n@example.org
cp $SOURCES/heat.c .
romp review heat.c --accept-all > /dev/null
git add . && git commit -qm all
git mv heat.c diffusion.c
romp review diffusion.c --accept-all
git add . && git commit -qm renamed
romp review --against HEAD~1

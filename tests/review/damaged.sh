# A lock that cannot be read, decisions that stand together, and the project's file.
cp $SOURCES/heat.c .
romp review --accept-all heat.c | tail -1
cp romp2cuda.lock kept
echo "-- not TOML, another type, marks of a conflict that was resolved in part"
sed -i '5s/.*/files = ["heat.c"/' romp2cuda.lock
romp review
sed 's/^translator.*/translator = 3/' kept > romp2cuda.lock
romp review --check
cp kept romp2cuda.lock
echo '=======' >> romp2cuda.lock
romp review
romp review --accept-all heat.c
(echo '<<<<<<< HEAD'; cat kept) > romp2cuda.lock
romp review --against HEAD
printf 'version = 1\n<<<<<<< HEAD\nx =\n=======\ny =\n>>>>>>> other\n' > romp2cuda.lock
romp review
echo "-- the way out"
rm romp2cuda.lock
romp review heat.c --accept-all
cmp kept romp2cuda.lock && romp review --check
echo "-- all but one"
sed -i 's/0.5 \*/0.25 */; s/next\[i\] = 0;/next[i] = 1;/' heat.c
romp review --accept-all --reject nothing
romp review --accept-all --reject step
romp review --check
romp review --accept-all --accept step
romp review --accept-all
echo "-- the project's file is read each time"
printf '[options]\nsequential = "fork-join"\n' > romp2cuda.toml
romp review --check
romp review --accept-all
sed -n '/^files/,/^$/p' romp2cuda.lock
romp review --check
romp review --check --no-config | grep '^    '
romp review --check --sequential=guarded heat.c | grep '^    '
printf '[lints]\nserialised = "deny"\n' > romp2cuda.toml
romp review --check | sed 's|/.*/||'
rm romp2cuda.toml
romp review --accept-all | tail -1

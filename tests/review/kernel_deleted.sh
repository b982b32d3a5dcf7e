# A kernel that the user deleted from the generated text: its launch is as it was, and no news.
git init -q . 2> /dev/null
git config user.name n
git config user.email n@example.org
cat > a.c <<'E'
int main(void)
{
    int x[2] = {1, 2};
    #pragma omp target map(tofrom: x)
    x[0] += 1;
    #pragma omp target map(tofrom: x)
    x[1] += 2;
    return x[0] - 2;
}
E
romp review a.c --accept-all > /dev/null
git add . && git commit -qm all
sed -i '/^\/\/ a.c:6/,$d' out/a.cu
romp review --against HEAD
git checkout -q .
echo "-- the first one: the second one has its own name still"
sed -i '/^\/\/ a.c:4/,/^}/d' out/a.cu
romp review --against HEAD

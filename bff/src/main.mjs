// The server's entry: plain JavaScript, so that an older Node can say what is missing instead of not knowing the files.
const needed = 24;

if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(
    `Karigar's server needs Node ${needed} or newer, and this is ${process.version}: run "npx node bff/src/main.mjs" in the project's folder, which takes the Node that npm ci installs.\n`,
  );
  process.exit(1);
}
await import('./serve.ts');

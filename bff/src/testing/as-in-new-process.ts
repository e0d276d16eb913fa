// Runs before each file of integration tests: what `RunningShop` and `startStack` set for their whole process.
delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
process.umask(0o022);

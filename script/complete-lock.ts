import { readFile, writeFile } from 'node:fs/promises'
import { completed, type LockedPackages } from './lock/complete-lock.ts'

/** `npm run lock`, after `npm install`: see completed(). */
const path = 'package-lock.json'
const lock = JSON.parse(await readFile(path, 'utf8')) as { packages: LockedPackages }
await writeFile(path, `${JSON.stringify({ ...lock, packages: completed(lock.packages) }, null, 2)}\n`)

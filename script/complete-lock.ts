import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { completed, type LockedPackages, withoutHash } from './lock/complete-lock.ts'

/** `npm run lock`, after `npm install`: see completed(). The registry is asked for the hashes of what npm left out. */
const path = 'package-lock.json'
const ask = promisify(execFile)

const lock = JSON.parse(await readFile(path, 'utf8')) as { packages: LockedPackages }
const packages = completed(lock.packages)
for (const one of withoutHash(packages)) {
  const { stdout } = await ask('npm', ['view', `${one.name}@${one.version}`, 'dist.integrity'])
  const integrity = stdout.trim()
  if (!/^sha512-[A-Za-z0-9+/=]+$/.test(integrity)) throw new Error(`The registry has no hash of ${one.name} ${one.version}.`)
  packages[one.path] = { ...packages[one.path], integrity }
}
await writeFile(path, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)

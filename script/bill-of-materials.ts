import { readFile, writeFile } from 'node:fs/promises'
import type { LockedPackages } from './lock/complete-lock.ts'
import { billOfMaterials } from './supply/bill-of-materials.ts'

/** `npm run bom [FILE]`: the packages that Sitwell is made of, as CycloneDX JSON, from the lock file alone. */
const { name, version } = JSON.parse(await readFile('package.json', 'utf8')) as { name: string; version: string }
const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: LockedPackages }
const text = `${JSON.stringify(billOfMaterials(lock.packages, { name, version }), null, 2)}\n`
const [file] = process.argv.slice(2)
if (file === undefined) process.stdout.write(text)
else await writeFile(file, text)

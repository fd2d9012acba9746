import { createHash } from 'node:crypto'
import type { LockedPackages } from '../lock/complete-lock.ts'

/** A component of a CycloneDX 1.6 document, as far as we fill it in. */
interface Component {
  readonly type: 'library'
  readonly 'bom-ref': string
  readonly name: string
  readonly group?: string
  readonly version: string
  readonly purl: string
  readonly scope: 'required' | 'optional' | 'excluded'
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses?: readonly { readonly expression: string }[]
}

const algorithms: Readonly<Record<string, string>> = { sha512: 'SHA-512', sha256: 'SHA-256', sha1: 'SHA-1' }

/** `sha512-…` in base 64, as CycloneDX writes it: by its name, in hexadecimal digits. */
const hashesOf = (integrity: string | undefined) =>
  (integrity ?? '').split(/\s+/).flatMap((one) => {
    const [, name = '', digest = ''] = /^(sha\d+)-(.+)$/.exec(one) ?? []
    const alg = algorithms[name]
    return alg === undefined ? [] : [{ alg, content: Buffer.from(digest, 'base64').toString('hex') }]
  })

const componentOf = (
  path: string,
  { version, integrity, dev, optional, license }: LockedPackages[string],
): Component | undefined => {
  const whole = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1]
  if (whole === undefined || version === undefined) return undefined
  const [name = whole, group] = whole.split('/').reverse()
  const purl = `pkg:npm/${group === undefined ? '' : `${encodeURIComponent(group)}/`}${name}@${version}`
  const hashes = hashesOf(integrity)
  return {
    type: 'library',
    'bom-ref': `${purl}?path=${encodeURIComponent(path)}`,
    ...(group !== undefined && { group }),
    name,
    version,
    purl,
    // What only builds and tests isn't there in what runs.
    scope: dev ? 'excluded' : optional ? 'optional' : 'required',
    ...(hashes.length > 0 && { hashes }),
    ...(license !== undefined && { licenses: [{ expression: license }] }),
  }
}

/** The lock file as a bill of materials. Two of the same lock file are the same, byte for byte. */
export const billOfMaterials = (
  packages: LockedPackages,
  { name, version }: { readonly name: string; readonly version: string },
) => {
  const components = Object.entries(packages)
    .filter(([, one]) => one.link !== true)
    .flatMap(([path, one]) => componentOf(path, one) ?? [])
    .sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1))
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex')
  const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5')
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version } },
    components,
  }
}

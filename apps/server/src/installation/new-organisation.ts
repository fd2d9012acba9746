import { urlTokenPattern } from '@sitwell/contract'
import type { Config } from '../config.ts'
import { nameOfHost } from '../http/asked-host.ts'
import { fieldsOf, problemsOf, type TypedFields } from '../office/people/read-fields.ts'
import { isReservedToken } from '../organisation/create-organisation.ts'
import { plainLine } from '../plain-line.ts'
import type { ServedPlace } from '../security/organisation/served-place.ts'

/** What was typed of a new organisation. */
export interface TypedOrganisation {
  readonly name: string
  readonly urlToken?: string | undefined
  readonly host?: string | undefined
  readonly owner: TypedFields
}

interface Problem {
  readonly path: string
  readonly message: string
}

/** A host name as browsers write it; undefined if it is none, or has a port, a path or anything else with it. */
export const hostOf = (typed: string): string | undefined => {
  const url = URL.parse(`http://${typed.trim().replace(/\.$/, '')}`)
  if (!url || url.href !== `http://${url.hostname}/`) return undefined
  return /^[a-z0-9.-]{1,253}$/.test(url.hostname) && /[a-z]/.test(url.hostname) ? url.hostname : undefined
}

const hostIn = (address: string | undefined) => {
  const host = address === undefined ? undefined : URL.parse(address)?.host
  return host === undefined ? [] : [nameOfHost(host)]
}

/** Names that every organisation of the server is reached by, so that they open none: its public address, and that of courses. */
const sharedHosts = ({ publicUrl, playerSettings: { scormServer } }: Pick<Config, 'playerSettings' | 'publicUrl'>) => [
  ...hostIn(publicUrl),
  ...hostIn(scormServer),
]

const line = (text: string) => plainLine(text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ').toWellFormed())

type Around = Pick<ServedPlace, 'leadsHere'> & { readonly config: Pick<Config, 'playerSettings' | 'publicUrl'> }

const problemOfHost = (typed: string, host: string | undefined, { leadsHere }: Around): string | undefined => {
  if (typed === '') return undefined
  if (host === undefined) return 'not a host name as exams.college.example'
  return leadsHere(host) ? undefined : 'leads to another database'
}

/** A new organisation as it is stored, with what is wrong with it by the field of the request. `reserved`: names that nobody is given. */
export const readOrganisation = (typed: TypedOrganisation, around: Around) => {
  const name = line(typed.name)
  const urlToken = typed.urlToken?.trim().toLowerCase() || undefined
  const typedHost = typed.host?.trim() ?? ''
  const host = typedHost === '' ? undefined : hostOf(typedHost)
  const hostProblem = problemOfHost(typedHost, host, around)
  const owner = fieldsOf(typed.owner)
  const problems: Problem[] = [
    ...(name === '' ? [{ path: 'body.name', message: 'empty' }] : []),
    ...(urlToken !== undefined && !urlTokenPattern.test(urlToken)
      ? [{ path: 'body.urlToken', message: 'not small letters, digits and hyphens between them' }]
      : []),
    ...(hostProblem === undefined ? [] : [{ path: 'body.host', message: hostProblem }]),
    ...problemsOf(owner).map(({ path, message }) => ({ path: path.replace('body.', 'body.owner.'), message })),
  ]
  const reserved: Problem[] = [
    ...(urlToken !== undefined && isReservedToken(urlToken) ? [{ path: 'body.urlToken', message: 'reserved' }] : []),
    ...(host !== undefined && sharedHosts(around.config).includes(host) ? [{ path: 'body.host', message: 'reserved' }] : []),
  ]
  return { fields: { name, urlToken, host, owner }, problems, reserved }
}

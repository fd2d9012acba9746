export interface ResourcePlace {
  /** The API endpoint, as `https://exams.example/`. */
  readonly apiUrl: string
  /** Below the API endpoint, ends with a slash: what relative addresses stand on. */
  readonly resourceUrl: string
  readonly orgId: number
  /** Goes with every file, because an image element sends no headers. */
  readonly token?: string | undefined
}

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`)

const parse = (address: string, base?: string): URL | undefined =>
  URL.canParse(address, base) ? new URL(address, base) : undefined

/**
 * The address that a file of an exam is loaded from: relative ones on the exam's resource url, `~/ROOT/…` on the organisation's
 * root (spec 2 §7), whole ones only below the API endpoint. Undefined for anything else: content loads nothing from elsewhere.
 * `orgID` is added once (spec 2 §5).
 */
export const resourceAddress =
  ({ apiUrl, resourceUrl, orgId, token }: ResourcePlace) =>
  (address: string): string | undefined => {
    const api = withSlash(apiUrl)
    const ground = new URL(resourceUrl, api)
    const trimmed = address.trim()
    const target = /^~\/ROOT\//i.test(trimmed) ? parse(`resource/ROOT/${trimmed.slice(7)}`, api) : parse(trimmed, ground.href)
    if (target === undefined || !target.href.startsWith(`${withSlash(new URL(api).href)}resource/`)) return undefined
    if (!target.searchParams.has('orgID')) target.searchParams.set('orgID', String(orgId))
    if (token !== undefined && !target.searchParams.has('token')) target.searchParams.set('token', token)
    return target.href
  }

import type { ExamContent } from '@sitwell/contract'

/** Images that are loaded before the exam starts: jpg, png and bmp endings alone (spec 2 §5). */
export const isPreloadedImage = (address: string) => /\.(jpg|png|bmp)$/i.test(withoutQuery(address))

/** A PDF by its ending: an extension that begins with pdf (spec 2 §5). */
export const isPdf = (address: string) => /\.pdf[^./]*$/i.test(withoutQuery(address))

const withoutQuery = (address: string) => address.split(/[?#]/, 1)[0] ?? ''

/** Adds a query parameter that is missing; one that is there stays as it is. */
const withParameter = (address: string, name: string, value: string) => {
  const url = new URL(address)
  if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  return url.href
}

/** The address of an image with the organisation that it belongs to (spec 2 §5). */
export const withOrganisation = (address: string, organisationId: number) =>
  withParameter(address, 'orgID', String(organisationId))

type Resources = Pick<ExamContent, 'resourceUrl' | 'resourceToken'>

/**
 * The whole address of a file of the exam, as the content names it: relative to the exam's resources, or below them as a whole
 * address. Undefined for anything else: nothing of an exam is loaded from elsewhere.
 */
export const examFileAddress = (
  address: string,
  exam: Resources,
  organisationId: number,
  resourceUrl: (path: string) => string,
): string | undefined => {
  const base = resourceUrl(exam.resourceUrl)
  if (!URL.canParse(address, base)) return undefined
  const whole = new URL(address, base).href
  if (!whole.startsWith(base)) return undefined
  const owned = withOrganisation(whole, organisationId)
  return exam.resourceToken === undefined ? owned : withParameter(owned, 'token', exam.resourceToken)
}

/** The parts of the results of a delivery, in the order in which they are worked through. */
export const resultTabs = ['people', 'questions', 'boundaries', 'sets', 'exports'] as const
export type ResultTab = (typeof resultTabs)[number]

/** The page of a part of a delivery's results within the office. */
export const resultsPath = (deliveryID: string, tab: ResultTab = 'people'): string => {
  const page = `/results/${encodeURIComponent(deliveryID)}`
  return tab === 'people' ? page : `${page}/${tab}`
}

/** The page of how one person's result came about. */
export const personResultPath = (deliveryID: string, userID: number): string => `${resultsPath(deliveryID)}/people/${userID}`

/** The same of one of the person's sittings. */
export const sittingPath = (
  userID: number,
  { deliveryID, formRunGUID }: { readonly deliveryID: string; readonly formRunGUID: string },
): string => `${personResultPath(deliveryID, userID)}?sitting=${encodeURIComponent(formRunGUID)}`

/** What every page of a delivery's results is given. */
export interface ResultsPageProps {
  readonly deliveryID: string
  /** Whether a path of the office, with its query, shows a page to this person. */
  leadsTo(path: string): boolean
}

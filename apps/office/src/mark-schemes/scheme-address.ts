/** The page with all mark schemes of a version of an exam. */
export const schemesPath = (examGuid: string, version: number): string =>
  `/library/exams/${encodeURIComponent(examGuid)}/schemes?version=${version}`

/** The page of one scheme. */
export const schemePath = (
  examGuid: string,
  version: number,
  { questionID, part }: { readonly questionID: string; readonly part: string },
) =>
  `/library/exams/${encodeURIComponent(examGuid)}/schemes/${encodeURIComponent(questionID)}?version=${version}${part === '' ? '' : `&part=${encodeURIComponent(part)}`}`

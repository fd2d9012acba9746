import type { ExamVersionRow } from '@sitwell/contract'
import type { OfficeText } from '../office-context.tsx'

/** Who stored a version. Nobody is named if a command did, or if the person was erased. */
export const storedByText = ({ storedBy }: Pick<ExamVersionRow, 'storedBy'>, text: OfficeText): string =>
  storedBy === undefined ? text('library.byNobody') : `${storedBy.firstName} ${storedBy.lastName}`.trim()

import { type ExamRow, officeExams, type ReplyOf } from '@sitwell/contract'
import type { QueryValues } from '@sitwell/navigation/address-query.ts'
import { usePages } from '../calls/use-pages.ts'
import { useOffice } from '../office-context.tsx'
import type { listFields } from './library-list.ts'

/** Exams of one page. */
const pageSize = 50

const rowsOf = ({ exams }: ReplyOf<typeof officeExams>) => exams
const keyOf = ({ examGuid }: ExamRow) => examGuid

/** The exams that an address asks for, page after page. */
export const useExams = ({ search, sort }: QueryValues<typeof listFields>) => {
  const { api } = useOffice()
  const query = { ...(search.trim() !== '' && { search }), sort, limit: pageSize }
  return usePages(api, { call: officeExams, query, rowsOf, keyOf })
}

import { officePrintRoomReport } from '@sitwell/contract'
import { type SentFile, sendFile } from '../http/sent-file.ts'
import { route } from '../http/service.ts'
import { viewerOf } from '../live-view/viewer.ts'
import type { ExamDayContext } from './exam-day-context.ts'
import { paperWords } from './paper-words.ts'
import { reportDocument } from './report-document.ts'
import { noRoomHere, readReport } from './room-reports.ts'
import { sentPaper } from './sent-paper.ts'

/** The report of a room as it is now, to print. */
export const officePrintRoomReportRoute = (
  context: Pick<ExamDayContext, 'clock' | 'contacts' | 'database' | 'exams' | 'printer'>,
) =>
  route(
    officePrintRoomReport,
    async ({ caller, body }) => {
      const viewer = await viewerOf(context, caller)
      const found = await readReport(context, viewer, body)
      const words = await paperWords(context.database, caller)
      if (!found || !words) return noRoomHere
      const { report } = found
      const name = [words.text('ROOM_PDF_REPORT'), report.name, report.room ?? ''].join(' ')
      return sentPaper(context.printer, reportDocument(words, report, viewer.nowMs), name)
    },
    // What the handler above has made.
    { send: (reply, value) => sendFile(reply, value as SentFile) },
  )

import type { Save } from '../assessment/answers/save.ts'

/** A save as it waits to be written, of question `q` of a form run. */
export const waitingSave = (run: string, sequence: number): Save => ({
  event: {
    org_id: 1,
    form_run_guid: run,
    request_id: `${run}-${sequence}`,
    question_id: 'q',
    sequence,
    writer_id: 'writer',
    answer: '{}',
    workings: '',
    bookmarked: 0,
    client_time: null,
    received_at: 0,
  },
  partId: '',
  page: 'q',
  timeRemainingMs: 0,
  heardMs: 0,
  isFromStore: false,
  elapsedMs: 0,
})

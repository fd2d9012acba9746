import type { Given } from '../device/mark-records.ts'
import type { GivenMarks, MarkDraft } from './mark-draft.ts'

/** A mark as it is kept and sent: the marks of a draft that is whole, and what is said beside them, without blanks around it. */
export const givenOf = (marks: GivenMarks, { comment, learnerComment, isFlagged }: MarkDraft): Given => ({
  ...('points' in marks ? { points: [...marks.points], schemeVersion: marks.schemeVersion } : { marks: marks.marks }),
  ...(comment.trim() !== '' && { comment: comment.trim() }),
  ...(learnerComment.trim() !== '' && { learnerComment: learnerComment.trim() }),
  ...(isFlagged && { isFlagged }),
})

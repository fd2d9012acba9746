import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { courseText, courseTextsBody } from '../entities/course.ts'

/** Names of the learner's courses by `Course_ID`, in the order asked for; an id of no course of theirs is left out. */
export const courseGet = defineCall({
  name: 'courseGet',
  summary: 'Names of courses',
  source: 'spec 2 §7',
  method: 'POST',
  base: 'api',
  path: 'lms/api/course/get',
  access: 'signed-in',
  body: courseTextsBody,
  reply: z.array(courseText),
  refusals: [],
})

/** What the learner's courses say of themselves, by `LearningObject_TextMessageID`; an id without a text is left out. */
export const courseInfo = defineCall({
  name: 'courseInfo',
  summary: 'What courses say of themselves',
  source: 'spec 2 §7',
  method: 'POST',
  base: 'api',
  path: 'lms/api/course/info',
  access: 'signed-in',
  body: courseTextsBody,
  reply: z.array(courseText),
  refusals: [],
})

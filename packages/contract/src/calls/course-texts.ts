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

/** The texts of the learner's courses, by `LearningObject_TextMessageID`; an id without a text is omitted. */
export const courseInfo = defineCall({
  name: 'courseInfo',
  summary: 'List the texts of courses',
  source: 'spec 2 §7',
  method: 'POST',
  base: 'api',
  path: 'lms/api/course/info',
  access: 'signed-in',
  body: courseTextsBody,
  reply: z.array(courseText),
  refusals: [],
})

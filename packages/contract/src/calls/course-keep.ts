import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'
import { storedCourse } from '../entities/stored-course.ts'

/** What a device keeps of a course of SCORM whose package it has loaded, so that its learner continues without the server. Opens nothing. */
export const courseKeep = defineCall({
  name: 'courseKeep',
  summary: 'What a course needs to go on without the server',
  source: 'ours',
  method: 'GET',
  base: 'api',
  path: 'lms/api/course/keep/:courseGuid',
  access: 'signed-in',
  params: z.object({ courseGuid: guid }),
  reply: storedCourse,
  refusals: ['NOT_FOUND'],
})

import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'
import { uploadedFile } from '../entities/uploaded-file.ts'

/** The files that a learner has uploaded in a form run, in the order in which they stand. */
export const uploadedFiles = defineCall({
  name: 'uploadedFiles',
  summary: 'The uploaded files of a form run',
  source: 'spec 3 §7',
  method: 'GET',
  base: 'api',
  path: 'files/api/Files/list/:formRunGuid',
  access: 'signed-in',
  params: z.object({ formRunGuid: guid }),
  reply: z.array(uploadedFile),
  refusals: ['NOT_FOUND'],
})

import * as z from 'zod/mini'
import { guid } from './fields.ts'

/** What the browser-extension provider may be asked to record, to verify and to lock (spec 1 §7), as its service spells it. */
export const proctoringFlags = [
  'recordvideo',
  'recordaudio',
  'recordscreen',
  'recordwebtraffic',
  'recordroomstart',
  'verifyvideo',
  'verifyaudio',
  'verifydesktop',
  'verifyidauto',
  'verifysignature',
  'fullscreenmoderate',
  'clipboard',
  'notabs',
  'closetabs',
  'onescreen',
  'print',
  'downloads',
  'rightclick',
  'noreentry',
] as const

/** A comma list of them. */
export const proctoringOptions = z.string().check(
  z.maxLength(1000),
  z.refine(
    (list) => list.split(',').every((flag) => flag === '' || proctoringFlags.some((one) => one === flag)),
    'a comma list of known flags',
  ),
)

/** A session of a provider, as the server names it. */
export const proctoringSessionId = guid

/** How a session ended: its learner finished it, or it was lost. */
export const proctoringEnd = z.enum(['end', 'loss'])

/** How an exam stands that a session watches over, or did. */
export const watchedExam = z.enum(['not-begun', 'begun', 'complete'])
export type WatchedExam = z.infer<typeof watchedExam>

export { type PlayBack, playBack } from './recording/play-back.ts'
export { toRecorded } from './recording/recorded-answer.ts'
export { type Recording, recording } from './recording/recording.ts'

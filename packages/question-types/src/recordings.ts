export { type PlayBack, type PlayedAnswer, playBack } from './recording/play-back.ts'
export { fromRecorded, type RecordedAnswer, toRecorded } from './recording/recorded-answer.ts'
export { type Recording, recording } from './recording/recording.ts'

import { rulesOf } from '@sitwell/question-types/rules'
import type { ComponentProps } from 'react'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import type AudioCheckPage from '../intro/audio-check-page.tsx'
import { Preloaded, preloadable } from '../preload/preloadable.tsx'
import type FieldRecording from './field-recording.tsx'
import type SectionAudio from './section-audio.tsx'

type SectionProps = ComponentProps<typeof SectionAudio>
type FieldProps = ComponentProps<typeof FieldRecording>
type CheckProps = ComponentProps<typeof AudioCheckPage>

const ofSections = preloadable<SectionProps>(() => import('./section-audio.tsx'))
const inField = preloadable<FieldProps>(() => import('./field-recording.tsx'))
const check = preloadable<CheckProps>(() => import('../intro/audio-check-page.tsx'))
export const loadAudio = async (): Promise<void> => void (await Promise.all([ofSections.load(), inField.load(), check.load()]))

export const hasAudio = ({ sections }: Pick<LoadedExam, 'sections'>): boolean =>
  [...sections.values()].some(({ media }) => media !== undefined)

/** Whether questions have their own recordings. */
export const hasFieldAudio = ({ questions }: Pick<LoadedExam, 'questions'>): boolean =>
  [...questions.values()].some((question) => rulesOf(question.type).hasRecordings?.(question))

/** A recording of a question whose plays are counted. */
export const LazyFieldRecording = (props: FieldProps) => <Preloaded code={inField} props={props} />

/** Recordings of sections; an exam without any never loads them. */
export const LazySectionAudio = (props: SectionProps) => <Preloaded code={ofSections} props={props} />

/** The check of the sound before such an exam. */
export const LazyAudioCheckPage = (props: CheckProps) => <Preloaded code={check} props={props} />

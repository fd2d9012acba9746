import type { ComponentProps } from 'react'
import type { IntegrityError, IntegrityGuidance } from '../../proctoring/integrity-screens.tsx'
import { codeAhead, ShownAhead } from '../later/code-ahead.tsx'

type ErrorProps = ComponentProps<typeof IntegrityError>
type GuidanceProps = ComponentProps<typeof IntegrityGuidance>

const load = () => import('../../proctoring/integrity-screens.tsx')
const error = codeAhead<ErrorProps>(async () => ({ default: (await load()).IntegrityError }))
const guidance = codeAhead<GuidanceProps>(async () => ({ default: (await load()).IntegrityGuidance }))

/** The pages around an integrity monitor: most exams have none, and never load them. */
export const loadIntegrityScreens = () => Promise.all([error.load(), guidance.load()])

/** Each is shown at once if its code was loaded. */
export const LazyIntegrityError = (props: ErrorProps) => <ShownAhead code={error} props={props} />
export const LazyIntegrityGuidance = (props: GuidanceProps) => <ShownAhead code={guidance} props={props} />

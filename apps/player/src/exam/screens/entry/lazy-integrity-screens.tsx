import type { ComponentProps } from 'react'
import type { IntegrityError, IntegrityGuidance } from '../../proctoring/integrity-screens.tsx'
import { Preloaded, preloadable } from '../preload/preloadable.tsx'

type ErrorProps = ComponentProps<typeof IntegrityError>
type GuidanceProps = ComponentProps<typeof IntegrityGuidance>

const load = () => import('../../proctoring/integrity-screens.tsx')
const error = preloadable<ErrorProps>(async () => ({ default: (await load()).IntegrityError }))
const guidance = preloadable<GuidanceProps>(async () => ({ default: (await load()).IntegrityGuidance }))

/** The pages around an integrity monitor: most exams have none, and never load them. */
export const loadIntegrityScreens = () => Promise.all([error.load(), guidance.load()])

/** Each is shown at once if its code was loaded. */
export const LazyIntegrityError = (props: ErrorProps) => <Preloaded code={error} props={props} />
export const LazyIntegrityGuidance = (props: GuidanceProps) => <Preloaded code={guidance} props={props} />

import type { ComponentProps } from 'react'
import { Preloaded, preloadable } from '../preload/preloadable.tsx'
import type PasswordGate from './password-gate.tsx'

type PasswordGateProps = ComponentProps<typeof PasswordGate>
const code = preloadable<PasswordGateProps>(() => import('./password-gate.tsx'))

/** The page that asks for an exam's password: most have none, and never load it. */
export const loadPasswordGate = code.load

/** Shown at once where its code was loaded. */
export const LazyPasswordGate = (props: PasswordGateProps) => <Preloaded code={code} props={props} />

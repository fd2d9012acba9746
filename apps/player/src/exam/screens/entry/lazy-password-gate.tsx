import type { ComponentProps } from 'react'
import { codeAhead, ShownAhead } from '../later/code-ahead.tsx'
import type PasswordGate from './password-gate.tsx'

type PasswordGateProps = ComponentProps<typeof PasswordGate>
const code = codeAhead<PasswordGateProps>(() => import('./password-gate.tsx'))

/** The page that asks for an exam's password: most have none, and never load it. */
export const loadPasswordGate = code.load

/** Shown at once where its code was loaded. */
export const LazyPasswordGate = (props: PasswordGateProps) => <ShownAhead code={code} props={props} />

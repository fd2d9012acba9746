import type { ComponentProps } from 'react'
import { codeAhead, ShownAhead } from '../../screens/later/code-ahead.tsx'
import type SebPage from './seb-page.tsx'

type SebPageProps = ComponentProps<typeof SebPage>
const code = codeAhead<SebPageProps>(() => import('./seb-page.tsx'))

/** The page that leads to another browser: most exams need none, and never load it. */
export const loadSebPage = code.load

/** Shown at once where its code was loaded. */
export const LazySebPage = (props: SebPageProps) => <ShownAhead code={code} props={props} />

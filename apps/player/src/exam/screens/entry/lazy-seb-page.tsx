import type { ComponentProps } from 'react'
import type SebPage from '../../proctoring/seb/seb-page.tsx'
import { codeAhead, ShownAhead } from '../later/code-ahead.tsx'

type SebPageProps = ComponentProps<typeof SebPage>
const code = codeAhead<SebPageProps>(() => import('../../proctoring/seb/seb-page.tsx'))

/** The page that leads to another browser: most exams need none, and never load it. */
export const loadSebPage = code.load

/** Shown at once where its code was loaded. */
export const LazySebPage = (props: SebPageProps) => <ShownAhead code={code} props={props} />

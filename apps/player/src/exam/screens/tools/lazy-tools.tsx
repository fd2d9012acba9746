import type { ComponentProps } from 'react'
import { codeAhead, ShownAhead } from '../later/code-ahead.tsx'
import type Tools from './tools.tsx'

type ToolsProps = ComponentProps<typeof Tools>

const tools = codeAhead<ToolsProps>(() => import('./tools.tsx'))
export const loadTools = tools.load

/** Calculator and workings; an exam that has neither never loads them. */
export const LazyTools = (props: ToolsProps) => <ShownAhead code={tools} props={props} />

import type { ComponentProps } from 'react'
import { Preloaded, preloadable } from '../preload/preloadable.tsx'
import type Tools from './tools.tsx'

type ToolsProps = ComponentProps<typeof Tools>

const tools = preloadable<ToolsProps>(() => import('./tools.tsx'))
export const loadTools = tools.load

/** Calculator and workings; an exam that has neither never loads them. */
export const LazyTools = (props: ToolsProps) => <Preloaded code={tools} props={props} />

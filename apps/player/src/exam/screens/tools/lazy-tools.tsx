import { type ComponentProps, Suspense, useState } from 'react'
import { codeAhead } from '../later/code-ahead.ts'
import type Tools from './tools.tsx'

type ToolsProps = ComponentProps<typeof Tools>

const tools = codeAhead<ToolsProps>(() => import('./tools.tsx'))
export const loadTools = tools.load

/** Calculator and workings; an exam that has neither never loads them. */
export const LazyTools = (props: ToolsProps) => {
  const [Tools] = useState(tools.component)
  return (
    <Suspense fallback={null}>
      <Tools {...props} />
    </Suspense>
  )
}

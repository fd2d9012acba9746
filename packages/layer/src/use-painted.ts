import { useEffect, useState } from 'react'
import { behindPaint } from './after-paint.ts'

/** Whether the frame in which a component was drawn first is on the screen: what takes long to make stands back behind it (decision 121). */
export const usePainted = (): boolean => {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => behindPaint(() => setPainted(true)), [])
  return isPainted
}

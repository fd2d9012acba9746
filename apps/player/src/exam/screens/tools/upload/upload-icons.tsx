import { stroke } from '@sitwell/ui/icon.tsx'

const shapes = {
  upload: 'M12 15.5V4m-5 5 5-5 5 5M4 15v5h16v-5',
  download: 'M12 4v11.5m-5-5 5 5 5-5M4 15v5h16v-5',
  bin: 'M4 6.5h16M9 6.5V4h6v2.5M6 6.5 7 20h10l1-13.5M10 10.5v6m4-6v6',
} as const

/** An icon of the panel alone; what it means is said beside it, or by its button. */
export const UploadIcon = ({ name }: { readonly name: keyof typeof shapes }) => (
  <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
    <path {...stroke} d={shapes[name]} />
  </svg>
)

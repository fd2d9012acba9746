const paths = {
  bullets: 'M4 6h.01M4 12h.01M4 18h.01M9 6h11M9 12h11M9 18h11',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 4.5 5 4v4M3.5 15.5c0-1.5 2.5-1.5 2.5 0 0 1-2.5 2-2.5 3H6',
  indent: 'M4 5h16M11 10h9M11 14h9M4 19h16M4 9l3 3-3 3',
  outdent: 'M4 5h16M11 10h9M11 14h9M4 19h16M7 9l-3 3 3 3',
  link: 'M10 13.5a4 4 0 0 0 6 .4l2.6-2.6a4 4 0 0 0-5.7-5.7L11.500 7M14 10.500a4 4 0 0 0-6-.4l-2.600 2.600a4 4 0 0 0 5.700 5.700L12.500 17',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9h.01',
  table: 'M4 5h16v14H4zM4 10h16M4 14.500h16M10 5v14',
  formula: 'M18 5H7l6 7-6 7h11M18 5v2.500M18 19v-2.500',
  undo: 'M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12h-2',
  redo: 'm16 5 4 4-4 4M20 9h-9a6 6 0 0 0 0 12h2',
} as const
export type EditorIconName = keyof typeof paths

/** Those that point along the line turn with the direction of the text. */
const directed: ReadonlySet<EditorIconName> = new Set(['indent', 'outdent', 'undo', 'redo', 'bullets', 'numbers'])

export const EditorIcon = ({ name }: { readonly name: EditorIconName }) => (
  <svg
    viewBox="0 0 24 24"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    data-directed={directed.has(name) || undefined}
  >
    <path d={paths[name]} />
  </svg>
)

/** How dependency-cruiser finds what a file of this project imports: by its sources, and by the exports of a package. */
export const resolvedAsCode = {
  parser: 'swc' as const,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '/dist/' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'default'],
    extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
  },
}

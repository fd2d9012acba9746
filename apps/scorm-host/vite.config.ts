import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { codePage } from './code-page-plugin.ts'
import { workerFiles } from './worker-files-plugin.ts'

/** The host is built to `dist`, which the server serves on the origin of the courses. */
export default defineConfig({
  plugins: [codePage(), workerFiles()],
  build: {
    target: 'es2023',
    // What a host has to load is asked for at once; a polyfill for older browsers is one more script.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        host: fileURLToPath(new URL('host.html', import.meta.url)),
        'course-worker': fileURLToPath(new URL('src/course-worker.ts', import.meta.url)),
      },
      // A service worker has one address, whatever is in it.
      output: { entryFileNames: ({ name }) => (name === 'course-worker' ? '[name].js' : 'assets/[name]-[hash].js') },
    },
  },
})

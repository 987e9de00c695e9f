// `npm start`: the server.
import './build/refuse-old-node.ts'

await import('./app/start.ts')

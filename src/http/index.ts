// The public names of fhir-hopper/http: the server's routes and its MCP sessions.

export { type AppOptions, createApp } from './create-app.ts';
export { createMcpSessions, type McpSessions, type McpSessionsOptions } from './mcp-sessions.ts';

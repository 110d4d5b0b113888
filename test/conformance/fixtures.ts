// What the official MCP conformance scenarios ask a server to have beside the product's own tools: for tests alone.
import { fromJsonSchema, type McpServer, ResourceTemplate, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Add the fixture tools, resources and prompts to a server that the product's factory made. */
export function addConformanceFixtures(server: McpServer): McpServer {
  addContentTools(server);
  addBehaviourTools(server);
  addClientTools(server);
  addResources(server);
  addPrompts(server);
  return server;
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const text = (value: string) => ({ type: 'text' as const, text: value });
const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, value: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: value },
});

function addContentTools(server: McpServer): void {
  const contents = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image],
    test_audio_content: [{ type: 'audio' as const, data: wav, mimeType: 'audio/wav' }],
    test_embedded_resource: [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
    test_multiple_content_types: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  };
  for (const [name, content] of Object.entries(contents)) {
    server.registerTool(name, { description: name }, () => ({ content }));
  }
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object' as const,
    $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  };
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Tool with JSON Schema 2020-12 features', inputSchema: fromJsonSchema(schema) },
    () => ({ content: [text('ok')] }),
  );
}

function addBehaviourTools(server: McpServer): void {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
  server.registerTool('test_tool_with_logging', { description: 'Logs three times' }, async (context) => {
    for (const said of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await context.mcpReq.log('info', said);
      await pause();
    }
    return { content: [text('logged')] };
  });
  server.registerTool('test_error_handling', { description: 'Always throws' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool('test_tool_with_progress', { description: 'Tells its progress' }, async (context) => {
    const progressToken = context.mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 };
        await context.mcpReq.notify({ method: 'notifications/progress', params });
      }
      await pause();
    }
    return { content: [text('done')] };
  });
}

function addClientTools(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks the client to sample', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, context) => {
      const result = await context.mcpReq.requestSampling({
        messages: [{ role: 'user', content: text(prompt) }],
        maxTokens: 100,
      });
      return { content: [text(`LLM response: ${JSON.stringify(result.content)}`)] };
    },
  );
  const elicit = async (
    context: ServerContext,
    message: string,
    properties: Record<string, unknown>,
    required: string[] = [],
  ) => {
    const requestedSchema = { type: 'object', properties, required } as never;
    const { action, content } = await context.mcpReq.elicitInput({ message, requestedSchema });
    return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`)] };
  };
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the person', inputSchema: z.object({ message: z.string() }) },
    ({ message }, context) =>
      elicit(
        context,
        message,
        {
          username: { type: 'string', description: "User's response" },
          email: { type: 'string', description: "User's email address" },
        },
        ['username', 'email'],
      ),
  );
  server.registerTool('test_elicitation_sep1034_defaults', { description: 'Asks with defaults' }, (context) =>
    elicit(context, 'Please review', elicitationDefaults),
  );
  server.registerTool('test_elicitation_sep1330_enums', { description: 'Asks with enums' }, (context) =>
    elicit(context, 'Please choose', elicitationEnums),
  );
}

const elicitationDefaults = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};
const titled = [1, 2, 3].map((n) => ({ const: `value${n}`, title: `Option ${n}` }));
const options = ['option1', 'option2', 'option3'];
const elicitationEnums = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', items: { anyOf: titled } },
};

function addResources(server: McpServer): void {
  const static_ = { description: 'Static', mimeType: 'text/plain' };
  server.registerResource('static_text', 'test://static-text', static_, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }));
  server.registerResource('static_binary', 'test://static-binary', { ...static_, mimeType: 'image/png' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'image/png', blob: png }],
  }));
  server.registerResource('watched', 'test://watched-resource', static_, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'watched' }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource(
    'template',
    template,
    { description: 'Template', mimeType: 'application/json' },
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
  server.server.registerCapabilities({ resources: { subscribe: true } });
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function addPrompts(server: McpServer): void {
  const message = (content: ReturnType<typeof text> | typeof image | ReturnType<typeof resource>) => ({
    role: 'user' as const,
    content,
  });
  server.registerPrompt('test_simple_prompt', { description: 'Simple' }, () => ({
    messages: [message(text('This is a simple prompt for testing.'))],
  }));
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'With arguments', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => ({ messages: [message(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        message(resource(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
        message(text('Please process the embedded resource above.')),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'With an image' }, () => ({
    messages: [message(image), message(text('Please analyze the image above.'))],
  }));
}

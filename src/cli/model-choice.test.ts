import { expect, it } from 'vitest';
import { baseUrlOf } from './model-choice.ts';

it("takes the settings file's address for a model of its own provider alone", () => {
  const settings = { model: 'openai-compatible:qwen3', baseUrl: 'http://localhost:11434/v1' };
  expect(baseUrlOf({}, settings)).toBe(settings.baseUrl);
  expect(baseUrlOf({ model: 'openai-compatible:other' }, settings)).toBe(settings.baseUrl);
  expect(baseUrlOf({ model: 'anthropic:claude-sonnet-4-5' }, settings)).toBeUndefined();
  expect(baseUrlOf({ model: 'anthropic:claude-sonnet-4-5', baseUrl: 'http://gateway' }, settings)).toBe(
    'http://gateway',
  );
  expect(baseUrlOf({ model: 'anthropic:claude-sonnet-4-5' }, { baseUrl: 'http://gateway' })).toBe('http://gateway');
});

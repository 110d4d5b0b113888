#!/usr/bin/env node
// The command `fhir-hopper`: hands the words of the command line to a command, and turns failures into one line.
import { reportFailure, surviveClosedPipes } from './output.ts';
import { commandIn, runProgram } from './program.ts';
import { withTelemetry } from './telemetry.ts';

surviveClosedPipes();
const words = process.argv.slice(2);
try {
  process.exitCode = await withTelemetry(commandIn(words), () => runProgram(words));
} catch (error) {
  process.exitCode = reportFailure(error);
}

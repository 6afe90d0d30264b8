//! The protocol: one call of a tool runs in a thread of its own, and ends early where the client takes it back.

use super::tools::{self, TOOLS, Tool};
use crate::command::printed::Printed;
use crate::front::config::{Environment, Stop};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::transport::stdio;
use rmcp::{ErrorData, ServerHandler, ServiceExt, model};
use std::future::{Future, ready};
use std::sync::Arc;

const INSTRUCTIONS: &str = "raceproof proves CUDA kernels free of data races and of barriers that not all threads reach, or shows a witness. \
    After writing or changing a kernel call `check`. Where it reports a race, read `next`: `fix` tries barriers and proves those that help, \
    `explain` has a page for each code, `reproduce` writes a program for a GPU. `unknown` is no proof.";

/// What every call has in common.
#[derive(Clone)]
pub(super) struct Server(Arc<tools::Base>);

/// Serves until standard input ends.
///
/// # Errors
/// If the other side does not speak the protocol.
pub(in crate::command) fn serve(environment: &Environment) -> Result<Printed, String> {
    let base = tools::Base::new(environment);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(|e| e.to_string())?;
    let served = runtime.block_on(async {
        let running = Server(Arc::new(base)).serve(stdio()).await.map_err(|e| e.to_string())?;
        running.waiting().await.map_err(|e| e.to_string())
    });
    // A call that still runs ends with the process.
    runtime.shutdown_background();
    served.map(|_| Printed::default())
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("raceproof", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<ListToolsResult, ErrorData>> + Send + '_ {
        ready(Ok(ListToolsResult::with_all_items(TOOLS.iter().map(described).collect())))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let stop = Stop::default();
        let (base, own) = (Arc::clone(&self.0), stop.clone());
        let arguments = serde_json::Value::Object(request.arguments.unwrap_or_default());
        let name = request.name.into_owned();
        let work = tokio::task::spawn_blocking(move || tools::call(&base, &name, arguments, own));
        let result = match context.ct.run_until_cancelled(work).await {
            Some(Ok(Ok(answer))) => CallToolResult::structured(answer),
            Some(Ok(Err(why))) => CallToolResult::error(vec![ContentBlock::text(why)]),
            Some(Err(_)) => CallToolResult::error(vec![ContentBlock::text("raceproof failed on it")]),
            None => {
                stop.set();
                CallToolResult::error(vec![ContentBlock::text("cancelled")])
            }
        };
        Ok(result.into())
    }
}

fn described(tool: &Tool) -> model::Tool {
    let schema = match (tool.arguments)() {
        serde_json::Value::Object(schema) => schema,
        _ => serde_json::Map::new(),
    };
    model::Tool::new(tool.name, tool.description, Arc::new(schema))
}

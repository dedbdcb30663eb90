"""The companion. What a builder needs is imported from here; core/companion/README.md shows how."""

from core.availability.model import AvailabilityRange, AvailabilitySnapshot, Mode
from core.availability.rules.modes import availability_mode_for_entry
from core.availability.rules.ranges import build_availability_snapshot
from core.companion.chat.model import (
    ChatDebug,
    ChatMessage,
    ChatMode,
    MemoryOptions,
    PassiveRecall,
    Stats,
    ToolExecution,
)
from core.companion.instructions import conversation_instruction, memory_extraction_instruction
from core.companion.memory import InMemoryStore
from core.companion.model import (
    Draft,
    Event,
    EventName,
    ExtractionRequest,
    Fact,
    FactDraft,
    InitialisationRequest,
    MandatoryConversationContext,
    MemorySpace,
    Message,
    PlanRequest,
    ReplyRequest,
    RewriteDecision,
    RewriteRequest,
    Sender,
)
from core.companion.ports import ChatRole, ChatStore, Clock, MemoryStore, Models
from core.companion.rules import build_mandatory_conversation_context, format_message_history
from core.companion.service import Companion
from core.conversation.model import (
    Completion,
    Finish,
    Judgement,
    Line,
    Prompt,
    ToolCall,
    ToolSpec,
    Usage,
)
from core.errors import BrokenAnswer, CircadiaError, Closed, Misconfigured, UnknownSpace
from core.instants import DateTimeInput, add_utc_days, start_of_utc_day, to_datetime, to_iso
from core.memory.model import Embedding
from core.memory.ports import Dates, Embedder, Lexicon
from core.periods import Precision, When
from core.schedule.model import Activity, Block, DayLine, Granularity, ScheduleEntry
from core.schedule.rules.seed import (
    create_monthly_schedule_entries,
    create_ten_minute_daily_schedule,
    date_keys_around,
    schedule_target_day,
)

__all__ = [
    "Activity",
    "AvailabilityRange",
    "AvailabilitySnapshot",
    "Block",
    "BrokenAnswer",
    "ChatDebug",
    "ChatMessage",
    "ChatMode",
    "ChatRole",
    "ChatStore",
    "CircadiaError",
    "Clock",
    "Closed",
    "Companion",
    "Completion",
    "DateTimeInput",
    "Dates",
    "DayLine",
    "Draft",
    "Embedder",
    "Embedding",
    "Event",
    "EventName",
    "ExtractionRequest",
    "Fact",
    "FactDraft",
    "Finish",
    "Granularity",
    "InMemoryStore",
    "InitialisationRequest",
    "Judgement",
    "Lexicon",
    "Line",
    "MandatoryConversationContext",
    "MemoryOptions",
    "MemorySpace",
    "MemoryStore",
    "Message",
    "Misconfigured",
    "Mode",
    "Models",
    "PassiveRecall",
    "PlanRequest",
    "Precision",
    "Prompt",
    "ReplyRequest",
    "RewriteDecision",
    "RewriteRequest",
    "ScheduleEntry",
    "Sender",
    "Stats",
    "ToolCall",
    "ToolExecution",
    "ToolSpec",
    "UnknownSpace",
    "Usage",
    "When",
    "add_utc_days",
    "availability_mode_for_entry",
    "build_availability_snapshot",
    "build_mandatory_conversation_context",
    "conversation_instruction",
    "create_monthly_schedule_entries",
    "create_ten_minute_daily_schedule",
    "date_keys_around",
    "format_message_history",
    "memory_extraction_instruction",
    "schedule_target_day",
    "start_of_utc_day",
    "to_datetime",
    "to_iso",
]
